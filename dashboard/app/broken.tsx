import { Failed } from '../parts/loaded.tsx'

/** Fallback for a screen chunk that failed to load, as during a restart. */
export const Broken = ({ error }: { error: unknown }) => (
  <Failed error={error} tryAgain={() => window.location.reload()} />
)
