import { useNetwork } from '@mantine/hooks'
import { useAccount } from '../../lib/queries/account.ts'
import classes from './FillingNote.module.css'

/** How far the demonstration is while it is being filled behind the server; then nothing. */
export function FillingNote() {
  const { organization } = useAccount()
  const { online } = useNetwork()
  const { filling } = organization
  // Offline nobody knows how far it is.
  if (filling === undefined || !online) return null
  return (
    <p className={classes.note}>
      デモのデータを準備しています {filling.done} / {filling.total}日分
    </p>
  )
}
