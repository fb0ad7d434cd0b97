import { Link, useLocation, useRouter } from '@tanstack/react-router'
import clsx from 'clsx'
import { lazy, Suspense } from 'react'
import type { MenuItem } from '../../lib/menuItem.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { AlertCount } from './AlertCount.tsx'
import classes from './Menu.module.css'
import { isActive, visibleMenu } from './menu.ts'

const ReviewCount = lazy(async () => ({ default: (await import('./ReviewCount.tsx')).ReviewCount }))

interface Props {
  /** Narrow: label below its icon. */
  rail?: boolean
  onFollowed?: () => void
}

export function Menu({ rail = false, onFollowed }: Props) {
  const { role } = useAccount()
  const router = useRouter()
  const pathname = useLocation({ select: (location) => location.pathname })
  const sections = visibleMenu(role, (path) => path in router.routesByPath)
  return (
    <nav aria-label="メニュー" className={clsx(classes.menu, rail && classes.rail)}>
      {sections.map(({ heading, items }) => (
        <div key={items[0]?.to}>
          {heading !== null && <p className={classes.heading}>{heading}</p>}
          <ul>
            {items.map((item) => (
              <li key={item.to}>
                <Entry item={item} active={isActive(item, pathname)} onFollowed={onFollowed} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

interface EntryProps {
  item: MenuItem
  active: boolean
  onFollowed: (() => void) | undefined
}

const Entry = ({ item, active, onFollowed }: EntryProps) => (
  <Link to={item.to} className={classes.item} aria-current={active ? 'page' : undefined} onClick={onFollowed}>
    <item.icon size={22} stroke={1.75} aria-hidden />
    <span className={classes.label}>{item.label}</span>
    {item.to === '/alerts' && <AlertCount />}
    {item.to === '/review' && (
      <Suspense>
        <ReviewCount />
      </Suspense>
    )}
  </Link>
)
