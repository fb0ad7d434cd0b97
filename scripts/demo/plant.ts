import { deviceStatus, deviceType } from '../../contract/devices.ts'
import type { RoundSchedule, SkipReason } from '../../contract/rounds.ts'
import type { trialIntervals } from '../../contract/time/schedules.ts'

/** How readings are taken. */
export type Source = 'camera' | 'phone' | 'analog'

export interface DemoDevice {
  key: string
  name: string
  type: (typeof deviceType)[keyof typeof deviceType]
  status: (typeof deviceStatus)[keyof typeof deviceStatus]
  battery?: number
  /** Days since the last report. */
  silent?: number
  /** Minutes between its reports; without: it does not report by itself. */
  every?: (typeof trialIntervals)[number]
  /** What it complains of with each report. */
  error?: string
}

const { simCamera, wifiCamera, wifiRouter, wifiRepeater, analogInput, mobile } = deviceType
const { waiting, working, lowBattery, error } = deviceStatus

export const devices: readonly DemoDevice[] = [
  { key: 'sim-1', name: 'SIMカメラ 屋上', type: simCamera, status: working, battery: 86, every: 30 },
  { key: 'sim-2', name: 'SIMカメラ 受変電所 1', type: simCamera, status: working, battery: 72, every: 60 },
  { key: 'sim-3', name: 'SIMカメラ 井戸', type: simCamera, status: working, battery: 41, silent: 3 },
  { key: 'sim-4', name: 'SIMカメラ 排水処理', type: simCamera, status: working, battery: 64, every: 60 },
  { key: 'sim-5', name: 'SIMカメラ 受変電所 2', type: simCamera, status: working, battery: 69, every: 60 },
  { key: 'wifi-1', name: 'WiFiカメラ ポンプ室 1', type: wifiCamera, status: working, every: 10 },
  { key: 'wifi-2', name: 'WiFiカメラ ポンプ室 2', type: wifiCamera, status: working, every: 30 },
  {
    key: 'wifi-3',
    name: 'WiFiカメラ 圧縮機室 1',
    type: wifiCamera,
    status: lowBattery,
    battery: 9,
    every: 60,
  },
  { key: 'wifi-4', name: 'WiFiカメラ 電気室 1', type: wifiCamera, status: working, every: 15 },
  { key: 'wifi-5', name: 'WiFiカメラ 電気室 2', type: wifiCamera, status: working, every: 30 },
  { key: 'wifi-6', name: 'WiFiカメラ 冷蔵庫', type: wifiCamera, status: working, every: 15 },
  {
    key: 'wifi-7',
    name: 'WiFiカメラ ボイラー室',
    type: wifiCamera,
    status: error,
    every: 30,
    error: 'オートフォーカスに失敗しました',
  },
  { key: 'wifi-8', name: 'WiFiカメラ 厨房', type: wifiCamera, status: working, every: 60 },
  { key: 'wifi-9', name: 'WiFiカメラ 予備', type: wifiCamera, status: waiting },
  { key: 'wifi-10', name: 'WiFiカメラ ポンプ室 3', type: wifiCamera, status: working, every: 60 },
  { key: 'wifi-11', name: 'WiFiカメラ ポンプ室 4', type: wifiCamera, status: working, every: 30 },
  { key: 'wifi-12', name: 'WiFiカメラ 電気室 3', type: wifiCamera, status: working, every: 60 },
  { key: 'wifi-13', name: 'WiFiカメラ 電気室 4', type: wifiCamera, status: working, every: 60 },
  { key: 'wifi-14', name: 'WiFiカメラ 圧縮機室 2', type: wifiCamera, status: working, every: 60 },
  { key: 'router-1', name: 'WiFiルーター 電気室', type: wifiRouter, status: working },
  { key: 'repeater-1', name: 'WiFi中継器 地下1階', type: wifiRepeater, status: working },
  { key: 'analog-1', name: 'アナログ入力 動力盤', type: analogInput, status: working, every: 5 },
  { key: 'phone-1', name: '点検スマホ 1', type: mobile, status: working },
  { key: 'phone-2', name: '点検スマホ 2', type: mobile, status: working },
]

export const groups = [
  { key: 'air', name: '空調設備', description: '冷凍機・冷却塔・ボイラー' },
  { key: 'water', name: '給排水設備', description: '受水槽・ポンプ・量水器' },
  { key: 'power', name: '電気設備', description: '受変電・発電機・電力量計' },
  { key: 'gas', name: 'ガス・圧縮空気', description: '都市ガス・窒素・コンプレッサー' },
] as const

interface DemoInspection {
  key: 'daily' | 'weekly' | 'monthly'
  name: string
  /** Whom to call about an abnormal value. */
  contact: string
  schedule?: RoundSchedule
  /** Faces in the order in which they are visited. */
  route: readonly string[]
}

export const inspections: readonly DemoInspection[] = [
  { key: 'daily', name: '日常巡回', contact: '設備課 03-1234-5678', route: [] },
  {
    key: 'weekly',
    name: '週次点検',
    contact: '守衛室 03-1234-5600（夜間・休日）',
    schedule: { every: 'week', weekday: 5, time: '17:00' },
    route: ['filter-difference', 'fuel-oil', 'generator-frequency'],
  },
  {
    key: 'monthly',
    name: '月次検針',
    contact: '設備課 03-1234-5678',
    schedule: { every: 'month', day: 25, time: '17:00' },
    route: ['annex-water', 'energy-old-wing'],
  },
]

export interface Location {
  /** Of the rendered face and its device. */
  face: string
  device: string
  group: (typeof groups)[number]['key']
  inspection: DemoInspection['key'] | null
  /** How an inspector finds it. */
  note?: string
  /** Weeks in which it was not photographed, and why; without a reason: nobody came. */
  left?: readonly { weeksAgo: number; skip?: { reason: SkipReason; note?: string } }[]
  /** Days since registration; default: long ago. */
  age?: number
  /** Its latest readings: at any time some alert is occurring. */
  trouble?: { value: number; readings: number }
  /** Which of its readings, counted from the latest, was reported so late that its time may be wrong. */
  late?: number
  /** channel:min:max of an analog input unit. */
  analog?: string
}

export const locations: readonly Location[] = [
  {
    face: 'pump-discharge',
    device: 'wifi-1',
    group: 'water',
    inspection: 'daily',
    trouble: { value: 0.87, readings: 3 },
  },
  {
    face: 'cooling-tower-outlet',
    device: 'sim-1',
    group: 'air',
    inspection: 'daily',
    trouble: { value: 46, readings: 1 },
  },
  { face: 'compressor-outlet', device: 'wifi-3', group: 'gas', inspection: 'daily' },
  { face: 'expansion-tank', device: 'wifi-2', group: 'air', inspection: 'weekly' },
  { face: 'gis-gas', device: 'sim-2', group: 'power', inspection: 'weekly' },
  { face: 'transformer-oil', device: 'sim-5', group: 'power', inspection: 'daily' },
  { face: 'feeder-current', device: 'wifi-4', group: 'power', inspection: 'daily' },
  {
    face: 'bus-voltage',
    device: 'analog-1',
    group: 'power',
    inspection: 'daily',
    trouble: { value: 226, readings: 5 },
    analog: '1:0:300',
  },
  { face: 'main-current', device: 'wifi-5', group: 'power', inspection: 'daily' },
  {
    face: 'generator-frequency',
    device: 'phone-1',
    group: 'power',
    inspection: 'weekly',
    note: '発電機室の奥、制御盤の右上',
  },
  { face: 'cold-storage', device: 'wifi-6', group: 'air', inspection: 'daily' },
  { face: 'inverter-frequency', device: 'wifi-12', group: 'air', inspection: null, age: 10 },
  {
    face: 'chilled-flow',
    device: 'analog-1',
    group: 'air',
    inspection: 'daily',
    late: 3,
    analog: '3:0:400',
  },
  { face: 'energy-main', device: 'wifi-13', group: 'power', inspection: 'monthly' },
  { face: 'city-gas', device: 'wifi-8', group: 'gas', inspection: 'monthly' },
  { face: 'water-main', device: 'wifi-10', group: 'water', inspection: 'monthly' },
  {
    face: 'energy-old-wing',
    device: 'phone-1',
    group: 'power',
    inspection: 'monthly',
    note: '旧館1階 階段下の分電盤',
  },
  { face: 'well-water', device: 'sim-3', group: 'water', inspection: 'monthly' },
  { face: 'receiving-tank', device: 'wifi-11', group: 'water', inspection: 'daily' },
  {
    face: 'fuel-oil',
    device: 'phone-2',
    group: 'power',
    inspection: 'weekly',
    note: '屋外タンクの南側、柵の鍵は守衛室',
    left: [{ weeksAgo: 0 }, { weeksAgo: 2, skip: { reason: 'no_access', note: '給油作業中' } }],
  },
  { face: 'damper-opening', device: 'wifi-7', group: 'air', inspection: 'daily' },
  { face: 'nitrogen-flow', device: 'wifi-14', group: 'gas', inspection: 'weekly', age: 25 },
  {
    face: 'filter-difference',
    device: 'phone-2',
    group: 'air',
    inspection: 'weekly',
    note: '空調機械室 2番目の扉',
    left: [{ weeksAgo: 0, skip: { reason: 'stopped' } }, { weeksAgo: 3 }],
  },
  {
    face: 'annex-water',
    device: 'phone-2',
    group: 'water',
    inspection: 'monthly',
    note: '別館の裏、青い蓋の中',
  },
  { face: 'drain-total', device: 'sim-4', group: 'water', inspection: 'monthly', age: 5 },
  { face: 'methane', device: 'phone-1', group: 'gas', inspection: 'daily', age: 0.6 },
]

export function sourceOf(device: DemoDevice): Source {
  if (device.type === mobile) return 'phone'
  return device.type === analogInput ? 'analog' : 'camera'
}
