import { useLocation, useRouter } from '@tanstack/react-router'

/** Tells late answers and debounced filters whether the reader is still on the screen. */
export const useIsHere = (): (() => boolean) => {
  const { pathname } = useLocation()
  const router = useRouter()
  return () => router.latestLocation.pathname === pathname
}
