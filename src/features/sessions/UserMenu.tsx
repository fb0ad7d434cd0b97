import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconBuilding, IconLicense, IconLogout, IconSettings, IconUserCircle } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import { type MenuItem, visibleItems } from '../../lib/menuItem.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { earlyLazy } from '../../ui/layout/earlyLazy.ts'
import { WhenOpened } from '../../ui/state/WhenOpened.tsx'
import { switchTo } from './switchTo.ts'
import classes from './UserMenu.module.css'
import { useLogout } from './useLogout.ts'

const LogoutDialog = earlyLazy(() => import('./LogoutDialog.tsx'))

const screens: readonly MenuItem[] = [
  { to: '/my-page', label: 'ユーザー設定', icon: IconSettings, access: 'user' },
]

/**
 * Behind the person's name: settings, the other organizations, licences, logout. The browser opens and closes it and
 * returns the focus, so that it costs no script and works from the first moment.
 */
export function UserMenu() {
  const account = useAccount()
  const router = useRouter()
  const logout = useLogout()
  const id = useId()
  const menu = useRef<HTMLFieldSetElement>(null)
  const close = () => menu.current?.hidePopover()
  const after = (act: () => Promise<void>) => () => {
    // First: whatever opens next finds the focus on the button, and gives it back to it.
    close()
    void act()
  }
  const name = `${account.username}のメニュー`
  const others = account.organization_names.filter((each) => each !== account.organization.name)
  const shown = visibleItems(screens, account.role, (path) => path in router.routesByPath)
  return (
    <>
      <ActionIcon color="gray" className={classes.person} aria-label={name} popoverTarget={id}>
        <IconUserCircle size={28} stroke={1.75} aria-hidden />
      </ActionIcon>
      <fieldset ref={menu} id={id} popover="auto" aria-label={name} className={classes.menu}>
        <p className={classes.heading}>
          {account.organization.name}
          <br />
          {account.username}
        </p>
        {shown.map((item) => (
          <Link key={item.to} to={item.to} className={classes.item} onClick={close}>
            <item.icon size={20} aria-hidden />
            {item.label}
          </Link>
        ))}
        {others.length > 0 && (
          <>
            <hr className={classes.divider} />
            <p id={`${id}-others`} className={classes.heading}>
              組織切替
            </p>
            <ul aria-labelledby={`${id}-others`} className={classes.list}>
              {others.map((other) => (
                <li key={other}>
                  <UnstyledButton className={classes.item} onClick={after(() => switchTo(other))}>
                    <IconBuilding size={20} aria-hidden />
                    {other}
                  </UnstyledButton>
                </li>
              ))}
            </ul>
            <hr className={classes.divider} />
          </>
        )}
        <a href="/licenses.txt" target="_blank" className={classes.item} onClick={close} rel="noopener">
          <IconLicense size={20} aria-hidden />
          ライセンス
        </a>
        <UnstyledButton className={classes.item} onClick={after(logout.ask)}>
          <IconLogout size={20} aria-hidden />
          ログアウト
        </UnstyledButton>
      </fieldset>
      <WhenOpened opened={logout.step !== null}>
        <LogoutDialog logout={logout} />
      </WhenOpened>
    </>
  )
}
