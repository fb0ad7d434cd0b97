import { Box, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Page.module.css'

interface Props {
  title: string
  /** Next to the title: 「24件」. */
  count?: string | undefined
  /** Before the title. */
  back?: ReactNode
  /** A `PageAction`. */
  action?: ReactNode
  /** Starts with tabs or the choice of a period. On phones they replace the title, which is visually hidden. */
  tabbed?: boolean
  /** Bottom bar of phones, full width: for a screen's main purpose only. */
  thumb?: ReactNode
  children: ReactNode
}

/** A screen with title, count and action. */
export function Page({ title, count, back, action, tabbed = false, thumb, children }: Props) {
  return (
    <div className={classes.page} data-tabbed={tabbed || undefined}>
      <title>{`${title} | 検針`}</title>
      <div className={classes.head}>
        {back}
        <Title order={1} fz={{ base: 20, sm: 22 }} lh={1.35} className="break-anywhere">
          {title}
        </Title>
        {count !== undefined && (
          <Box component="span" c="dimmed" className="tabular-nums nowrap">
            {count}
          </Box>
        )}
      </div>
      {action && (
        <div className={classes.action} data-primary-action>
          {action}
        </div>
      )}
      <div className={classes.body}>{children}</div>
      {thumb && (
        <div className={classes.thumb} data-at-thumb>
          {thumb}
        </div>
      )}
    </div>
  )
}
