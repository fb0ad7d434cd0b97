interface ImportMetaEnv {
  /** Form of what is kept of the server's answers; caches in another form are not read. */
  readonly DATA_VERSION: string
}
