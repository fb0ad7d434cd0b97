import { IconAntennaBars2, IconAntennaBars3, IconAntennaBars5, IconAntennaBarsOff } from '@tabler/icons-react'
import { weakSignal } from '../../../contract/devices.ts'
import classes from './Level.module.css'

/** Radio field strength, dBm; null: not connected. */
function bandOf(dbm: number | null) {
  if (dbm === null) return { icon: IconAntennaBarsOff, word: '未接続' }
  if (dbm >= -70) return { icon: IconAntennaBars5, word: '強い' }
  return dbm > weakSignal
    ? { icon: IconAntennaBars3, word: '普通' }
    : { icon: IconAntennaBars2, word: '弱い' }
}

/** 強い（-61 dBm） */
export const signalText = (dbm: number | null): string =>
  dbm === null ? bandOf(dbm).word : `${bandOf(dbm).word}（${dbm} dBm）`

/** Signal strength: icon and word of its band, and the figure. */
export function Signal({ dbm }: { dbm: number | null }) {
  const { icon: Icon, word } = bandOf(dbm)
  return (
    <span className={classes.level} data-low={(dbm !== null && dbm <= weakSignal) || undefined}>
      <Icon size={20} aria-hidden />
      {word}
      {dbm !== null && <span className={classes.figure}>{dbm} dBm</span>}
    </span>
  )
}
