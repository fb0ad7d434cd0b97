/**
 * Removes doubled slashes and a trailing one from the path of a device's call, because addresses are typed into firmware
 * by hand. The query and all other addresses stay as they are.
 */
export function tidyDeviceUrl(url: string): string {
  const end = url.search(/[?#]|$/)
  const path = url.slice(0, end).replace(/\/{2,}/g, '/')
  return path.startsWith('/api/v1/device-api/') ? path.replace(/\/$/, '') + url.slice(end) : url
}
