/** Rows. */
export interface Progress {
  done: number
  total: number
}

export interface DownloadOptions {
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}
