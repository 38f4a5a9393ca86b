import { Failed } from '../parts/loaded.tsx'

/** Fallback for a screen's code that failed to load, as during a restart. */
export const Broken = ({ error }: { error: unknown }) => (
  <Failed error={error} tryAgain={() => window.location.reload()} />
)
