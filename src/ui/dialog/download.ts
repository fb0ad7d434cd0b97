/** Rows. */
export interface DownloadProgress {
  done: number
  total: number
}

export interface DownloadOptions {
  onProgress: (progress: DownloadProgress) => void
  signal: AbortSignal
}
