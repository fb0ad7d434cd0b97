/** Opened from the home screen or as a window of its own. `navigator.standalone` exists in Safari on iOS only. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

/** There the tab has a storage of its own, which is emptied after seven days without use. */
export const isTabOnIos = (): boolean => 'standalone' in navigator && navigator.standalone === false
