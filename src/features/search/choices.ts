import type { Found, FoundType } from '../../../contract/search.ts'
import { searchText } from '../../../text/searchText.ts'
import type { MenuItem } from '../../lib/menuItem.ts'
import type { SearchWords } from './searchWords.ts'

export type ChoiceType = FoundType | 'screen' | 'help'

/** Somewhere the search leads to. */
export interface Choice {
  type: ChoiceType
  label: string
  /** What tells it apart from others of the name, and which screen opens. */
  detail: string
  to: string
  search?: Record<string, unknown> | undefined
}

/** Equal for choices that lead to the same place. */
export const keyOf = ({ type, to, search = {} }: Choice): string => JSON.stringify([type, to, search])

export const typeLabels: Record<ChoiceType, string> = {
  screen: '画面',
  meter: 'メーター',
  group: 'メーターグループ',
  inspection: '点検グループ',
  device: '端末',
  'cost-bearer': '負担先',
  map: 'マップ',
  user: 'ユーザー',
  help: 'ヘルプ',
}

/** A screen that the search leads to, also by words that are not in its label. */
export interface SearchedScreen extends MenuItem {
  words?: string | undefined
  search?: Record<string, unknown>
}

/** A topic of ヘルプ. */
export interface SearchedTopic {
  id: string
  title: string
  purpose: string
  words: string
}

/** Whether each word is in the text, however both are written. */
export function hasWords(text: string, words: string): boolean {
  const all = searchText(text)
  return searchText(words)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

/** Search params with which a screen shows a period; null: it shows none. */
function searchOfPeriod(to: string, { period }: SearchWords): Record<string, unknown> | null {
  if (period === null) return {}
  const { view, from, to: until } = period
  if (to === '/usage') return { view, at: from }
  if (to.startsWith('/data') || to === '/alerts') return { from, to: until }
  return to === '/closings' && view === 'month' ? { month: from.slice(0, 7) } : null
}

/** Screens that the words name, those first whose label begins with them. Without words all, or those of a period. */
export function findScreens(screens: readonly SearchedScreen[], words: SearchWords): Choice[] {
  const begins = ({ label }: SearchedScreen) => searchText(label).startsWith(searchText(words.text))
  return screens
    .filter(({ label, words: more = '' }) => hasWords(`${label} ${more}`, words.text))
    .toSorted((a, b) => Number(begins(b)) - Number(begins(a)))
    .flatMap(({ to, label, search }): Choice[] => {
      const ofPeriod = searchOfPeriod(to, words)
      if (ofPeriod === null || (search !== undefined && words.period !== null)) return []
      const detail = words.period?.label ?? ''
      return [{ type: 'screen', label, detail, to, search: { ...search, ...ofPeriod } }]
    })
}

/** What the device holds, as the server would answer. */
export interface HeldRow extends Found {
  /** Of a meter. */
  isCumulative?: boolean
}

/** Topics of ヘルプ that the words name, those first whose title has them. */
export function findTopics(topics: readonly SearchedTopic[], { text, period }: SearchWords): Choice[] {
  if (text === '' || period !== null) return []
  return topics
    .filter(({ title, words }) => hasWords(`${title} ${words}`, text))
    .toSorted((a, b) => Number(hasWords(b.title, text)) - Number(hasWords(a.title, text)))
    .map(({ id, title, purpose }) => ({ type: 'help', label: title, detail: purpose, to: `/help/${id}` }))
}

const limit = 10

/** Finds rows by name and details, in the order of the server's answer. */
export function findHeld(rows: readonly HeldRow[], typed: string): HeldRow[] {
  const text = searchText(typed).trim()
  if (text === '') return []
  const [first = ''] = text.split(/\s+/)
  const found = rows
    .filter(({ name, details }) => hasWords([name, ...details].join('\n'), text))
    .map((row) => {
      const lines = [row.name, ...row.details].map(searchText)
      return { row, isEqual: lines.includes(text), place: lines.join('\n').indexOf(first) }
    })
    .toSorted(
      (a, b) =>
        Number(b.isEqual) - Number(a.isEqual) ||
        a.place - b.place ||
        (a.row.name < b.row.name ? -1 : Number(a.row.name > b.row.name)) ||
        a.row.id - b.row.id,
    )
    .map(({ row }) => row)
  return [...new Set(found.map(({ type }) => type))].flatMap((type) =>
    found.filter((row) => row.type === type).slice(0, limit),
  )
}

const placeOf: Record<Exclude<FoundType, 'meter'>, (row: Found) => Pick<Choice, 'to' | 'search'>> = {
  group: ({ id }) => ({ to: '/meters', search: { groups: [id] } }),
  inspection: ({ id }) => ({ to: '/meters', search: { inspections: [id] } }),
  device: ({ id }) => ({ to: `/devices/${id}` }),
  'cost-bearer': ({ id }) => ({ to: '/meters', search: { bearers: [id] } }),
  map: ({ id }) => ({ to: `/maps/${id}` }),
  user: ({ name }) => ({ to: '/users', search: { name } }),
}

/** Where a row leads to with these words; null: nowhere, because it has nothing of that period. */
export function choiceOf(row: Found, words: SearchWords, isCumulative: boolean): Choice | null {
  const { type, id, name, details } = row
  const { period, aspect } = words
  const ofPeriod = period ? `${period.label}の` : ''
  const span = period ? { from: period.from, to: period.to } : {}
  const choice = (way: Pick<Choice, 'to' | 'search'>, screen = '') => ({
    type,
    label: name,
    detail: [screen, ...details].filter(Boolean).join('・'),
    ...way,
  })
  const usageOf = (selected: Record<string, unknown>, shownThere = '使用量') => {
    const shown = period ? { view: period.view, at: period.from } : { view: 'year' }
    return choice({ to: '/usage', search: { ...shown, ...selected } }, `${ofPeriod}${shownThere}`)
  }
  if (aspect === 'alerts') {
    if (type !== 'meter' && type !== 'group') return null
    const selected = type === 'meter' ? { meters: [id] } : { groups: [id] }
    return choice({ to: '/alerts', search: { ...selected, ...span } }, `${ofPeriod}アラート`)
  }
  if (type === 'group' && (period || aspect === 'usage')) return usageOf({ groups: [id] })
  if (type === 'cost-bearer' && (period || aspect === 'usage')) return usageOf({ bearers: [id] })
  if (type !== 'meter') return period || aspect ? null : choice(placeOf[type](row))
  if (aspect === 'capture') return choice({ to: `/capture-meter-value/${id}` }, '撮影')
  if (aspect === 'data') return choice({ to: `/data/${id}`, search: span }, `${ofPeriod}データ`)
  if (!period && aspect === null) return choice({ to: `/meters/${id}` })
  return isCumulative
    ? usageOf({ text: name, chart: `m${id}` })
    : usageOf({ text: name, of: 'gauges' }, '最大・最小・平均')
}
