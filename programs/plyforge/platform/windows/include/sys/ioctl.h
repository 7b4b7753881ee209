/* Windows has no ioctl; progress.c works without it. */
