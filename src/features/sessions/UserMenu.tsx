import { ActionIcon, Menu } from '@mantine/core'
import { IconBuilding, IconLicense, IconLogout, IconSettings, IconUserCircle } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { type MenuItem, visibleItems } from '../../lib/menuItem.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { LogoutDialog } from './LogoutDialog.tsx'
import { trySwitchOrganization } from './switchOrganization.ts'
import classes from './UserMenu.module.css'
import { useLogout } from './useLogout.ts'

const screens: readonly MenuItem[] = [
  { to: '/my-page', label: 'ユーザー設定', icon: IconSettings, access: 'user' },
]

/** Settings, other organizations, licences, logout. */
export function UserMenu() {
  const account = useAccount()
  const router = useRouter()
  const logout = useLogout()
  const name = `${account.username}のメニュー`
  const others = account.organization_names.filter((each) => each !== account.organization.name)
  const shown = visibleItems(screens, account.role, (path) => path in router.routesByPath)
  return (
    <>
      <Menu width={240} position="bottom-end">
        <Menu.Target>
          <ActionIcon color="gray" className={classes.person} aria-label={name}>
            <IconUserCircle size={28} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          <Menu.Label fz="sm" className="break-anywhere">
            {account.organization.name}
            <br />
            {account.username}
          </Menu.Label>
          {shown.map((item) => (
            <Menu.Item
              key={item.to}
              component={Link}
              to={item.to}
              leftSection={<item.icon size={20} aria-hidden />}
            >
              {item.label}
            </Menu.Item>
          ))}
          {others.length > 0 && (
            <>
              <Menu.Divider />
              <Menu.Label fz="sm" className="break-anywhere">
                組織切替
              </Menu.Label>
              {others.map((other) => (
                <Menu.Item
                  key={other}
                  leftSection={<IconBuilding size={20} aria-hidden />}
                  onClick={() => void trySwitchOrganization(other)}
                >
                  {other}
                </Menu.Item>
              ))}
              <Menu.Divider />
            </>
          )}
          <Menu.Item
            component="a"
            href="/licenses.txt"
            target="_blank"
            rel="noopener"
            leftSection={<IconLicense size={20} aria-hidden />}
          >
            ライセンス
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={20} aria-hidden />} onClick={() => void logout.ask()}>
            ログアウト
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {logout.step !== null && <LogoutDialog logout={logout} />}
    </>
  )
}
