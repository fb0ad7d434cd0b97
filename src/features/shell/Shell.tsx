import { ActionIcon } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { roleLabel } from '../../../contract/access.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { useIsPhone, useIsWide } from '../../ui/layout/breakpoints.ts'
import { HeaderLine } from '../../ui/layout/headerLine.ts'
import { BottomBar } from './BottomBar.tsx'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import { Menu } from './Menu.tsx'
import { MenuDrawer } from './MenuDrawer.tsx'
import { OfflineStatus } from './OfflineStatus.tsx'
import { PrintMark } from './PrintMark.tsx'
import { SearchButton } from './SearchButton.tsx'
import classes from './Shell.module.css'
import { UpdateStatus } from './UpdateStatus.tsx'

interface Props {
  /** Count of unsent captures, between the status badges. */
  unsent: ReactNode
  userMenu: ReactNode
  /** 撮影 in the bottom bar. */
  onCapture: () => void
  /** 検索 in the header, on phones in the menu. */
  onSearch: () => void
  children: ReactNode
}

/** Header, menu and bottom bar around a screen. */
export function Shell({ unsent, userMenu, onCapture, onSearch, children }: Props) {
  const { organization, role } = useAccount()
  const phone = useIsPhone()
  const wide = useIsWide()
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'menuCollapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  // On narrow screens the menu is an overlay.
  const [over, setOver] = useState(false)
  const [line, setLine] = useState<HTMLElement | null>(null)
  const rail = wide ? collapsed : !over
  const toggle = () => (wide ? setCollapsed(!collapsed) : setOver(!over))
  const ToggleIcon = rail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse

  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        本文へ移動
      </a>
      <header className={classes.header}>
        {!phone && (
          <ActionIcon
            color="gray"
            aria-label={rail ? 'メニューを広げる' : 'メニューを畳む'}
            aria-expanded={!rail}
            onClick={toggle}
          >
            <ToggleIcon size={24} aria-hidden />
          </ActionIcon>
        )}
        <div className={classes.who}>
          <span className={classes.organization}>{organization.name}</span>
          <span className={classes.role}>{roleLabel[role]}</span>
          {phone && <div ref={setLine} className={classes.line} />}
        </div>
        <div className={classes.status}>
          <OfflineStatus />
          <ConnectionStatus />
          {unsent}
          {!phone && <UpdateStatus />}
        </div>
        {!phone && <SearchButton compact={!wide} onPress={onSearch} />}
        {userMenu}
      </header>
      {!phone && (
        <div className={classes.menu} data-rail={rail || undefined} data-over={(!wide && over) || undefined}>
          <Menu rail={rail} onFollowed={() => setOver(false)} />
        </div>
      )}
      {!phone && !wide && over && (
        // A press outside closes the menu only.
        <button
          type="button"
          tabIndex={-1}
          aria-label="メニューを閉じる"
          className={classes.beside}
          onClick={() => setOver(false)}
        />
      )}
      <main id="content" tabIndex={-1} className={classes.content}>
        <PrintMark />
        <HeaderLine value={line}>{children}</HeaderLine>
      </main>
      {phone && (
        <>
          <BottomBar onCapture={onCapture} onMenu={() => setOver(true)} />
          <MenuDrawer opened={over} onClose={() => setOver(false)} onSearch={onSearch} />
        </>
      )}
    </div>
  )
}
