import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { isLate } from '../../lib/roundState.ts'
import { useRounds } from '../../lib/useRounds.ts'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import classes from './LateRoundsNote.module.css'

/** Leads to the rounds that are late; nothing where none is. */
export function LateRoundsNote() {
  const { rounds = [] } = useRounds()
  const now = useCurrentMinute()
  const late = rounds.filter((round) => isLate(round, now))
  if (late.length === 0) return null
  return (
    <Link to="/rounds" className={classes.note}>
      <IconAlertTriangleFilled size={18} aria-hidden />
      遅れている点検ルート {late.length}件
    </Link>
  )
}
