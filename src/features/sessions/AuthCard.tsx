import { Box, Flex, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './AuthCard.module.css'

interface Props {
  title: string
  /** For more than one column. */
  wide?: boolean
  children: ReactNode
  /** To other signed-out screens. */
  links: ReactNode
}

/** Frame of signed-out screens. */
export const AuthCard = ({ title, wide = false, children, links }: Props) => (
  <main className={classes.ground} data-headerless>
    <title>{`${title} | 検針`}</title>
    <div className={classes.card} data-wide={wide || undefined}>
      <Flex gap={12} align="center">
        <img src="/icon.svg" alt="" width={48} height={48} className={classes.brand} />
        <div>
          <Box component="p" fz="sm" c="dimmed">
            検針 Kenshin
          </Box>
          <Title order={1} fz={20} lh={1.3}>
            {title}
          </Title>
        </div>
      </Flex>
      {children}
      <div className={classes.links}>{links}</div>
    </div>
  </main>
)
