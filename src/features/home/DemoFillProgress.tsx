import { useNetwork } from '@mantine/hooks'
import { useAccount } from '../../lib/queries/account.ts'
import classes from './DemoFillProgress.module.css'

/** Progress while the server fills the demonstration. */
export function DemoFillProgress() {
  const { organization } = useAccount()
  const { online } = useNetwork()
  const { filling } = organization
  // Unknown offline.
  if (filling === undefined || !online) return null
  return (
    <p className={classes.note}>
      デモのデータを準備しています {filling.done} / {filling.total}日分
    </p>
  )
}
