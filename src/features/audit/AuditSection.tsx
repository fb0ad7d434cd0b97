import { type ComponentProps, useId } from 'react'
import { allows } from '../../../contract/access.ts'
import { useAccount } from '../../lib/queries/account.ts'
import classes from './AuditPanel.module.css'
import { AuditPanel } from './AuditPanel.tsx'

/** 操作履歴 below what it is the history of; nothing for those who are no administrators. */
export function AuditSection(props: ComponentProps<typeof AuditPanel>) {
  const { role } = useAccount()
  const id = useId()
  if (!allows('admin', role)) return null
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id} className={classes.title}>
        操作履歴
      </h2>
      <AuditPanel {...props} />
    </section>
  )
}
