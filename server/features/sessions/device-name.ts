const unknown = '不明な端末'

/** The first that matches: others claim to be their ancestors. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\/|AppleWebKit\/.*Mobile\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.*Mobile/, 'Android スマートフォン'],
  [/Android/, 'Android タブレット'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows パソコン'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux パソコン'],
]

const nameIn = (names: readonly [RegExp, string][], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** As people call it: 「Windows パソコンの Chrome」. An iPad that asks for desktop pages calls itself a Mac. */
export function deviceName(userAgent: string | null): string {
  if (userAgent === null) return unknown
  const system = nameIn(systems, userAgent)
  const browser = nameIn(browsers, userAgent)
  if (system === undefined) return browser ?? unknown
  return browser === undefined ? system : `${system}の ${browser}`
}
