interface ImportMetaEnv {
  /** Names this build; a cache written by another build is not read. */
  readonly BUILD_ID: string
}
