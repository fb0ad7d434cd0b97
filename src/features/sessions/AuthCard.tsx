import { Title } from '@mantine/core'
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
  <main className={classes.ground}>
    <title>{`${title} | 検針`}</title>
    <div className={classes.card} data-wide={wide || undefined}>
      <div className={classes.brand}>
        <img src="/icon.svg" alt="" width={48} height={48} />
        <div>
          <p className={classes.product}>検針 Kenshin</p>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
        </div>
      </div>
      {children}
      <div className={classes.links}>{links}</div>
    </div>
  </main>
)
