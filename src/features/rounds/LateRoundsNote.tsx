import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lateRounds } from '../../lib/lateRounds.ts'
import { roundsQuery } from '../../lib/queries/rounds.ts'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import classes from './LateRoundsNote.module.css'

/** Leads to the rounds that are late; nothing where none is. */
export function LateRoundsNote() {
  const { data = [] } = useQuery(roundsQuery)
  const late = lateRounds(data, useCurrentMinute())
  if (late.length === 0) return null
  return (
    <Link to="/rounds" className={classes.note}>
      <IconAlertTriangleFilled size={18} aria-hidden />
      遅れている点検ルート {late.length}件
    </Link>
  )
}
