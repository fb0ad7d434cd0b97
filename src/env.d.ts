interface ImportMetaEnv {
  /** Id of the build; caches of other builds are not read. */
  readonly BUILD_ID: string
}
