/** Floor plans of the demonstration, drawn here, and the pins on them. */
import { type PinType, pinType } from '../../contract/maps.ts'

/** Pixels; a door is in the wall that `door` names, `at` pixels from its left or upper end. */
interface Room {
  name: string
  x: number
  y: number
  width: number
  height: number
  door?: { wall: 'top' | 'bottom' | 'left' | 'right'; at: number }
  /** Round tanks and square cabinets that stand in it. */
  tanks?: readonly { x: number; y: number; radius: number }[]
  cabinets?: readonly { x: number; y: number; width: number; height: number }[]
}

interface Pin {
  name: string
  type?: PinType
  x: number
  y: number
  /** Keys of the devices on it (`plant.ts`). */
  devices: readonly string[]
}

export interface Plan {
  name: string
  description: string
  /** Of `areas`. */
  area: (typeof areas)[number]['key']
  width: number
  height: number
  /** The building; what is outside of it are the grounds. */
  building: { x: number; y: number; width: number; height: number }
  rooms: readonly Room[]
  /** Names of places without walls. */
  places: readonly { name: string; x: number; y: number }[]
  pins: readonly Pin[]
}

export const areas = [
  { key: 'main', name: '本館', description: '機械・電気設備のある建物' },
  { key: 'outside', name: '屋外', description: '敷地と屋上' },
] as const

export const plans: readonly Plan[] = [
  {
    name: '本館 1階',
    description: '機械室・電気室・厨房と中庭',
    area: 'main',
    width: 1000,
    height: 680,
    building: { x: 40, y: 60, width: 760, height: 560 },
    rooms: [
      {
        name: 'ポンプ室',
        x: 40,
        y: 60,
        width: 300,
        height: 250,
        door: { wall: 'bottom', at: 200 },
        tanks: [
          { x: 100, y: 240, radius: 34 },
          { x: 190, y: 240, radius: 34 },
        ],
        cabinets: [{ x: 270, y: 80, width: 52, height: 70 }],
      },
      {
        name: '圧縮機室',
        x: 340,
        y: 60,
        width: 220,
        height: 250,
        door: { wall: 'bottom', at: 130 },
        cabinets: [
          { x: 362, y: 100, width: 70, height: 46 },
          { x: 362, y: 210, width: 70, height: 46 },
        ],
      },
      {
        name: 'ボイラー室',
        x: 560,
        y: 60,
        width: 240,
        height: 250,
        door: { wall: 'bottom', at: 60 },
        tanks: [{ x: 720, y: 140, radius: 44 }],
      },
      {
        name: '受変電所',
        x: 40,
        y: 380,
        width: 220,
        height: 240,
        door: { wall: 'top', at: 150 },
        cabinets: [
          { x: 60, y: 540, width: 80, height: 56 },
          { x: 160, y: 540, width: 80, height: 56 },
        ],
      },
      {
        name: '電気室',
        x: 260,
        y: 380,
        width: 260,
        height: 240,
        door: { wall: 'top', at: 150 },
        cabinets: [
          { x: 290, y: 560, width: 60, height: 40 },
          { x: 360, y: 560, width: 60, height: 40 },
          { x: 430, y: 560, width: 60, height: 40 },
        ],
      },
      { name: '冷蔵庫', x: 520, y: 380, width: 120, height: 240, door: { wall: 'top', at: 70 } },
      {
        name: '厨房',
        x: 640,
        y: 380,
        width: 160,
        height: 240,
        door: { wall: 'top', at: 90 },
        cabinets: [{ x: 660, y: 570, width: 120, height: 34 }],
      },
    ],
    places: [
      { name: '廊下', x: 420, y: 345 },
      { name: '中庭', x: 900, y: 520 },
    ],
    pins: [
      { name: '冷却水ポンプ', x: 100, y: 130, devices: ['wifi-1'] },
      { name: '膨張タンク', x: 190, y: 240, devices: ['wifi-2'] },
      { name: '量水器', x: 210, y: 110, devices: ['wifi-10'] },
      { name: '受水槽', x: 100, y: 240, devices: ['wifi-11'] },
      { name: '圧縮機', x: 398, y: 123, devices: ['wifi-3'] },
      { name: '窒素流量計', x: 500, y: 230, devices: ['wifi-14'] },
      { name: 'ボイラー', x: 720, y: 140, devices: ['wifi-7'] },
      { name: '受変電盤', x: 150, y: 490, devices: ['sim-2', 'sim-5'] },
      { name: '電気室 1番盤', x: 320, y: 530, devices: ['wifi-4'] },
      { name: '電気室 2番盤', x: 460, y: 530, devices: ['wifi-5', 'wifi-12', 'wifi-13'] },
      { name: '電気室 ルーター', type: pinType.wifi, x: 480, y: 420, devices: ['router-1'] },
      { name: '冷蔵庫 温度計', x: 580, y: 500, devices: ['wifi-6'] },
      { name: '厨房 ガスメーター', x: 720, y: 450, devices: ['wifi-8'] },
      { name: '井戸', x: 900, y: 240, devices: ['sim-3'] },
    ],
  },
  {
    name: '屋外設備',
    description: '冷却塔と排水処理',
    area: 'outside',
    width: 1000,
    height: 560,
    building: { x: 60, y: 80, width: 520, height: 400 },
    rooms: [
      {
        name: '屋上',
        x: 60,
        y: 80,
        width: 520,
        height: 400,
        tanks: [
          { x: 200, y: 220, radius: 60 },
          { x: 360, y: 220, radius: 60 },
        ],
      },
      {
        name: '排水処理',
        x: 680,
        y: 260,
        width: 240,
        height: 220,
        door: { wall: 'left', at: 110 },
        tanks: [{ x: 860, y: 400, radius: 40 }],
      },
    ],
    places: [{ name: '駐車場', x: 800, y: 150 }],
    pins: [
      { name: '冷却塔', x: 200, y: 220, devices: ['sim-1'] },
      { name: '排水流量計', x: 780, y: 400, devices: ['sim-4'] },
    ],
  },
]
