/** WPA access point, see the ZXing wiki, «Wi-Fi Network config». */
export const wifiText = (ssid: string, password: string): string =>
  `WIFI:T:WPA;S:${escaped(ssid)};P:${escaped(password)};;`

const escaped = (text: string): string => text.replace(/[\\;,:"]/g, String.raw`\$&`)
