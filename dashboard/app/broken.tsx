import { Failed } from '../parts/loaded.tsx'

/** In place of a screen whose code did not come, as while Puente starts anew. */
export const Broken = ({ error }: { error: unknown }) => (
  <Failed error={error} tryAgain={() => window.location.reload()} />
)
