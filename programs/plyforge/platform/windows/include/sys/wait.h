/* Windows has no processes to wait for; see ../../posix.h. */
#define WNOHANG                      0
#define waitpid(process, how, flags) ((void)(process), (void)(how), (pid_t)-1)
#define WIFSIGNALED(how)             ((void)(how), 0)
#define WTERMSIG(how)                (how)
#define WEXITSTATUS(how)             (how)
