import { monthText } from '../../../text/monthText.ts'
import { searchText } from '../../../text/searchText.ts'

/** A day, month or year in the organization's zone. */
export interface Period {
  view: 'day' | 'month' | 'year'
  /** Its first day, `YYYY-MM-DD`. */
  from: string
  /** Its last day. */
  to: string
  /** 2026年10月 */
  label: string
}

const isoOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** The period that a word names on a day `YYYY-MM-DD`; null: it names none. */
export function periodOf(word: string, today: string): Period | null {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const named = searchText(word)
  const is = (...words: string[]) => words.some((each) => searchText(each) === named)
  const dayAt = (ago: number): Period => {
    const at = isoOf(year, month - 1, day - ago)
    const [of, ...monthAndDay] = at.split('-').map(Number)
    return { view: 'day', from: at, to: at, label: `${of}年${monthAndDay.join('月')}日` }
  }
  const monthAt = (index: number): Period => {
    const from = isoOf(year, index, 1)
    return { view: 'month', from, to: isoOf(year, index + 1, 0), label: monthText(from.slice(0, 7)) }
  }
  const yearAt = (of: number): Period => ({
    view: 'year',
    from: isoOf(of, 0, 1),
    to: isoOf(of, 11, 31),
    label: `${of}年`,
  })
  if (is('今日', 'きょう', '本日')) return dayAt(0)
  if (is('昨日', 'きのう')) return dayAt(1)
  if (is('一昨日', 'おととい')) return dayAt(2)
  if (is('今月', 'こんげつ')) return monthAt(month - 1)
  if (is('先月', 'せんげつ', '前月')) return monthAt(month - 2)
  if (is('先々月', '先先月', 'せんせんげつ')) return monthAt(month - 3)
  if (is('今年', 'ことし')) return yearAt(year)
  if (is('去年', 'きょねん', '昨年', '前年')) return yearAt(year - 1)
  if (is('一昨年', 'おととし')) return yearAt(year - 2)
  const monthNumber = Number(/^(1[0-2]|[1-9])月$/.exec(named)?.[1] ?? 0)
  // A month that is still to come is that of last year.
  if (monthNumber > 0) return monthAt(monthNumber - 1 - (monthNumber > month ? 12 : 0))
  const yearNumber = Number(/^((?:19|2\d)\d{2})年$/.exec(named)?.[1] ?? 0)
  return yearNumber > 0 ? yearAt(yearNumber) : null
}

/** Screens of a meter other than its details. */
export type Aspect = 'capture' | 'data' | 'usage' | 'alerts'

const aspects: Record<string, Aspect> = {
  撮影: 'capture',
  データ: 'data',
  グラフ: 'data',
  測定値: 'data',
  使用量: 'usage',
  アラート: 'alerts',
  異常: 'alerts',
}

export interface SearchWords {
  /** Without the words of time. */
  text: string
  /** Without those that name a screen of a meter as well; where nothing else was typed, the same as `text`. */
  named: string
  period: Period | null
  aspect: Aspect | null
}

/** Takes apart what was typed: 「ポンプ 先月」 is ポンプ and a month. */
export function splitWords(typed: string, today: string): SearchWords {
  let period: Period | null = null
  let aspect: Aspect | null = null
  const words: string[] = []
  const names: string[] = []
  for (const word of typed.normalize('NFKC').split(/\s+/)) {
    const found = periodOf(word, today)
    if (found !== null) {
      period = found
      continue
    }
    if (word !== '') words.push(word)
    const about = aspects[word]
    if (about === undefined) names.push(word)
    else aspect = about
  }
  const [text, named] = [words.join(' ').trim(), names.join(' ').trim()]
  return named === '' ? { text, named: text, period, aspect: null } : { text, named, period, aspect }
}
