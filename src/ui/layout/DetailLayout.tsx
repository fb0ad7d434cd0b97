import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './DetailLayout.module.css'

interface Props {
  picture: ReactNode
  /** `InlineRow`s. */
  children: ReactNode
}

/** Picture left and facts right from 992 px, stacked below. */
export const DetailLayout = ({ picture, children }: Props) => (
  <div className={classes.layout}>
    <div className={classes.picture}>{picture}</div>
    <Box miw={0}>{children}</Box>
  </div>
)
