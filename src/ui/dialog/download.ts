/** How far a download has come, in rows. */
export interface Progress {
  done: number
  total: number
}

export interface DownloadOptions {
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}
