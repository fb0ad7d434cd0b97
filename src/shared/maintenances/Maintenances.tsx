import { lazy, Suspense } from 'react'
import { useMaintenances } from './useMaintenances.ts'

const MaintenanceBanner = lazy(() => import('./MaintenanceBanner.tsx'))

/** Says where people work, as long as they do. */
export function Maintenances() {
  const maintenances = useMaintenances()
  return (
    maintenances.length > 0 && (
      <Suspense>
        <MaintenanceBanner maintenances={maintenances} />
      </Suspense>
    )
  )
}
