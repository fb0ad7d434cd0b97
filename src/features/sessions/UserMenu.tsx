import { ActionIcon, Menu } from '@mantine/core'
import { IconBuilding, IconLicense, IconLogout, IconSettings, IconUserCircle } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type MenuItem, visibleItems } from '../../lib/menuItem.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { earlyLazy } from '../../ui/earlyLazy.ts'
import { WhenOpened } from '../../ui/WhenOpened.tsx'
import classes from './UserMenu.module.css'
import { useLogout } from './useLogout.ts'
import { useSwitchOrganization } from './useSwitchOrganization.ts'

const LogoutDialog = earlyLazy(() => import('./LogoutDialog.tsx'))

const screens: readonly MenuItem[] = [
  { to: '/my-page', label: 'ユーザー設定', icon: IconSettings, access: 'user' },
]

/** Behind the person's name: settings, the other organizations, licences, logout. */
export function UserMenu() {
  const account = useAccount()
  const router = useRouter()
  const logout = useLogout()
  const switchTo = useSwitchOrganization()
  const [opened, setOpened] = useState(false)
  const others = account.organization_names.filter((name) => name !== account.organization.name)
  return (
    <>
      <Menu
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        width={240}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        shadow="md"
        classNames={{ item: classes.item ?? '' }}
      >
        <Menu.Target>
          <ActionIcon color="gray" aria-label={`${account.username}のメニュー`}>
            <IconUserCircle size={28} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{account.username}</Menu.Label>
          {visibleItems(screens, account.role, (path) => path in router.routesByPath).map((item) => (
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
              <Menu.Label>組織切替</Menu.Label>
              {others.map((name) => (
                <Menu.Item
                  key={name}
                  leftSection={<IconBuilding size={20} aria-hidden />}
                  onClick={() => void switchTo(name)}
                >
                  {name}
                </Menu.Item>
              ))}
              <Menu.Divider />
            </>
          )}
          <Menu.Item
            component="a"
            href="/licenses.txt"
            target="_blank"
            leftSection={<IconLicense size={20} aria-hidden />}
          >
            ライセンス
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={20} aria-hidden />} onClick={() => void logout.ask()}>
            ログアウト
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <WhenOpened opened={logout.step !== null}>
        <LogoutDialog logout={logout} />
      </WhenOpened>
    </>
  )
}
