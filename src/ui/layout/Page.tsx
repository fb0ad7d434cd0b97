import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Page.module.css'

interface Props {
  title: string
  /** Beside the title, such as 「24件」. */
  count?: string | undefined
  /** A way back, before the title. */
  back?: ReactNode
  /** What else the page is for than to be looked at, a `PageAction`. */
  action?: ReactNode
  /** It begins with tabs. On a phone they stand for the title, which is only heard. */
  tabbed?: boolean
  /** On a phone at the thumb, full width: only where it is what most people come for. */
  thumb?: ReactNode
  children: ReactNode
}

/** A screen: title, count, one action. */
export function Page({ title, count, back, action, tabbed = false, thumb, children }: Props) {
  return (
    <div className={classes.page} data-tabbed={tabbed || undefined}>
      <title>{`${title} | 検針`}</title>
      <div className={classes.head}>
        {back}
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {count !== undefined && <span className={classes.count}>{count}</span>}
      </div>
      {action && (
        <div className={classes.action} data-primary-action>
          {action}
        </div>
      )}
      <div className={classes.body}>{children}</div>
      {thumb && <div className={classes.thumb}>{thumb}</div>}
    </div>
  )
}
