import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Page.module.css'

interface Props {
  title: string
  /** Beside the title, such as 「24件」. */
  count?: string | undefined
  /** A way back, before the title. */
  back?: ReactNode
  /** The one primary action, a Button. On phones it stands at the thumb, full width. */
  action?: ReactNode
  children: ReactNode
}

/** A screen: title, count, one primary action. */
export function Page({ title, count, back, action, children }: Props) {
  return (
    <div className={classes.page}>
      <title>{`${title} | 検針`}</title>
      <div className={classes.head}>
        {back}
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {count !== undefined && <span className={classes.count}>{count}</span>}
      </div>
      {action && <div className={classes.action}>{action}</div>}
      <div className={classes.body}>{children}</div>
    </div>
  )
}
