import type { ImportTarget } from '../../../contract/import/importTargets.ts'

interface TargetTexts {
  name: string
  list: string
  /** Search params of the list that show them. */
  search?: Record<string, unknown>
  toList: string
}

/** What can be imported: its name, and the list that shows it with the words that lead there. */
export const importTargetTexts: Record<ImportTarget, TargetTexts> = {
  meters: { name: 'メーター', list: '/meters', toList: 'メーター一覧を見る' },
  readings: { name: '過去の測定値', list: '/data', toList: 'データを見る' },
  replacements: { name: 'メーターの交換', list: '/meters', toList: 'メーター一覧を見る' },
  groups: {
    name: 'メーターグループ',
    list: '/groups',
    search: { tab: 'groups' },
    toList: 'グループを見る',
  },
  inspections: {
    name: '点検グループ',
    list: '/groups',
    search: { tab: 'inspections' },
    toList: 'グループを見る',
  },
  cost_bearers: { name: '負担先', list: '/cost-bearers', toList: '負担先を見る' },
  devices: { name: '端末', list: '/devices', toList: '端末を見る' },
  users: { name: 'ユーザー', list: '/users', toList: 'ユーザーを見る' },
}
