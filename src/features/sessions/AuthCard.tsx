import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './AuthCard.module.css'

interface Props {
  title: string
  /** For more than a column of fields. */
  wide?: boolean
  children: ReactNode
  /** Links to the other screens for people without a session. */
  links: ReactNode
}

/** The frame of every screen before the sign-in. */
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
