import {
  IconAdjustments,
  IconAlertTriangle,
  IconBell,
  IconBrain,
  IconBuilding,
  IconCalendarCheck,
  IconCalendarEvent,
  IconChartBar,
  IconChartLine,
  IconDeviceCctv,
  IconEyeExclamation,
  IconFileImport,
  IconFolders,
  IconGauge,
  IconHelp,
  IconHistory,
  IconHome,
  IconKey,
  IconMap2,
  IconQrcode,
  IconReceipt,
  IconRoute,
  IconUsers,
} from '@tabler/icons-react'
import type { Role } from '../../../contract/access.ts'
import { type MenuItem, visibleItems } from '../../lib/menuItem.ts'

interface MenuSection {
  /** Null: items for everyone, before or after the others. */
  heading: string | null
  items: readonly MenuItem[]
}

const home: MenuItem = { to: '/', label: 'ホーム', icon: IconHome, access: 'user' }
const meters: MenuItem = {
  to: '/meters',
  label: 'メーター',
  icon: IconGauge,
  access: 'user',
  prefix: '/meter',
}
const alerts: MenuItem = { to: '/alerts', label: 'アラート', icon: IconAlertTriangle, access: 'user' }

/** Bottom bar of phones, on either side of 撮影. */
export const bottomBarItems: { before: readonly MenuItem[]; after: readonly MenuItem[] } = {
  before: [home, meters],
  after: [alerts],
}

export const menu: readonly MenuSection[] = [
  {
    heading: null,
    items: [
      home,
      { to: '/today', label: '今日', icon: IconCalendarEvent, access: 'user' },
      meters,
      { to: '/review', label: '要確認', icon: IconEyeExclamation, access: 'user' },
      { to: '/data', label: 'データ', icon: IconChartLine, access: 'user', prefix: '/data' },
      { to: '/usage', label: '使用量', icon: IconChartBar, access: 'user' },
      { to: '/closings', label: '締め', icon: IconCalendarCheck, access: 'user' },
      { to: '/devices', label: '端末', icon: IconDeviceCctv, access: 'user', prefix: '/device' },
      { to: '/rounds', label: '点検ルート', icon: IconRoute, access: 'user', prefix: '/round' },
      alerts,
      { to: '/alert-rules', label: 'アラートルール', icon: IconBell, access: 'user' },
      { to: '/maps', label: 'マップ', icon: IconMap2, access: 'user', prefix: '/map' },
      { to: '/groups', label: 'グループ', icon: IconFolders, access: 'user' },
      { to: '/cost-bearers', label: '負担先', icon: IconReceipt, access: 'user' },
      { to: '/import', label: '取り込み', icon: IconFileImport, access: 'user' },
    ],
  },
  {
    heading: '管理',
    items: [
      { to: '/users', label: 'ユーザー', icon: IconUsers, access: 'admin' },
      { to: '/apis', label: 'API管理', icon: IconKey, access: 'admin' },
      { to: '/audit', label: '操作履歴', icon: IconHistory, access: 'admin' },
      { to: '/ai-test', label: 'AIテスト', icon: IconBrain, access: 'admin' },
      { to: '/qr-code', label: 'QRコード', icon: IconQrcode, access: 'admin' },
    ],
  },
  {
    heading: 'システム管理',
    items: [
      {
        to: '/organizations',
        label: '組織管理',
        icon: IconBuilding,
        access: 'system',
        prefix: '/organization',
      },
      { to: '/masters', label: 'マスタ管理', icon: IconAdjustments, access: 'system' },
    ],
  },
  {
    heading: null,
    items: [{ to: '/help', label: 'ヘルプ', icon: IconHelp, access: 'user', prefix: '/help' }],
  },
]

export const visibleMenu = (role: Role, exists: (path: string) => boolean): MenuSection[] =>
  menu
    .map(({ heading, items }) => ({ heading, items: visibleItems(items, role, exists) }))
    .filter(({ items }) => items.length > 0)

/** Whether a path belongs to the menu item. */
export const isActive = ({ to, prefix }: MenuItem, pathname: string): boolean =>
  prefix === undefined ? pathname === to : pathname.startsWith(prefix)
