/** What hears whether the site lets us do what we ask; `part`: what it refuses while it allows the rest. */
export interface AccessNotes {
  allowed(part: string | undefined): Promise<void>
  refused(part: string | undefined, reason: string): Promise<void>
}
