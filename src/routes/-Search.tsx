import { IconCalendarCheck, IconCamera, IconHistory, IconSend, IconSettings } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { helpTopics } from '../features/help/topics.ts'
import type { SearchedScreen } from '../features/search/choices.ts'
import { SearchDialog } from '../features/search/SearchDialog.tsx'
import { menu } from '../features/shell/menu.ts'
import { visibleItems } from '../lib/menuItem.ts'
import { useAccount } from '../lib/queries/account.ts'

/** By which a screen of the menu is found as well. */
const moreWords: Record<string, string> = {
  '/': '最新の測定値',
  '/meters': '一覧 異常範囲 追加',
  '/data': 'グラフ 測定値 CSV 追加',
  '/usage': '消費量 按分 CSV',
  '/closings': '検針 請求 再締め',
  '/devices': 'カメラ モバイル 電池 エラー 追加',
  '/rounds': '点検 巡回 今日',
  '/alerts': '異常 通知',
  '/alert-rules': '上下限 しきい値 警報 注意 不感帯 変化量 試算 追加 通知先グループ',
  '/maps': '地図 図面 ピン',
  '/groups': '点検グループ メーターグループ 追加',
  '/cost-bearers': 'テナント 追加',
  '/users': '招待 権限 追加',
  '/apis': 'APIキー',
  '/audit': '監査 変更履歴 ログ',
  '/organizations': 'プラン',
  '/masters': '単位 メーター種別',
}

const others: readonly SearchedScreen[] = [
  { to: '/capture', label: '撮影', icon: IconCamera, access: 'user', words: '写真 検針' },
  {
    to: '/my-page',
    label: 'ユーザー設定',
    icon: IconSettings,
    access: 'user',
    words: 'パスワード メールアドレス 通知 ログイン中の端末',
  },
  { to: '/outbox', label: '送信状況', icon: IconSend, access: 'user', words: '未送信 保留' },
  {
    to: '/closings',
    label: '検針サイクル',
    icon: IconCalendarCheck,
    access: 'user',
    words: '締め日',
    search: { tab: 'cycles' },
  },
  {
    to: '/rounds',
    label: '過去の点検ルート',
    icon: IconHistory,
    access: 'user',
    words: '履歴',
    search: { tab: 'past' },
  },
]

const screens: readonly SearchedScreen[] = [
  ...menu.flatMap(({ items }) => items.map((item) => ({ ...item, words: moreWords[item.to] }))),
  ...others,
]

/** ⌘K: connects the search with the screens of the menu and the topics of ヘルプ. */
export function Search({ onClose }: { onClose: () => void }) {
  const { role } = useAccount()
  const router = useRouter()
  const shown = visibleItems(screens, role, (path) => path in router.routesByPath)
  return <SearchDialog screens={shown} topics={helpTopics} onClose={onClose} />
}
