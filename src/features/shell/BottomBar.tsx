import { IconCamera, IconMenu2 } from '@tabler/icons-react'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { type MenuItem, visibleItems } from '../../lib/menuItem.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { useUpdateWaiting } from '../../pwa/updates.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import { AlertCount } from './AlertCount.tsx'
import { bottomBarItems, isActive } from './menu.ts'
import classes from './Shell.module.css'

interface Props {
  onCapture: () => void
  onMenu: () => void
}

/** Bottom bar of phones. */
export function BottomBar({ onCapture, onMenu }: Props) {
  const updateWaits = useUpdateWaiting()
  return (
    <nav className={classes.thumbBar} aria-label="主な画面" data-at-thumb>
      <ThumbLinks items={bottomBarItems.before} />
      <button type="button" className={classes.thumb} onClick={onCapture} aria-haspopup="dialog">
        <IconCamera size={24} aria-hidden />
        撮影
      </button>
      <ThumbLinks items={bottomBarItems.after} />
      <button type="button" className={classes.thumb} onClick={onMenu} aria-haspopup="dialog">
        <IconMenu2 size={24} aria-hidden />
        メニュー
        {updateWaits && (
          <span className={classes.badge}>
            <VisuallyHidden>更新があります</VisuallyHidden>
          </span>
        )}
      </button>
    </nav>
  )
}

function ThumbLinks({ items }: { items: readonly MenuItem[] }) {
  const { role } = useAccount()
  const router = useRouter()
  const pathname = useLocation({ select: (location) => location.pathname })
  return visibleItems(items, role, (path) => path in router.routesByPath).map((item) => (
    <Link
      key={item.to}
      to={item.to}
      className={classes.thumb}
      aria-current={isActive(item, pathname) ? 'page' : undefined}
    >
      <item.icon size={24} aria-hidden />
      {item.label}
      {item.to === '/alerts' && <AlertCount />}
    </Link>
  ))
}
