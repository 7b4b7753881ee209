/* Windows has no ioctl; progress.c does without. */
