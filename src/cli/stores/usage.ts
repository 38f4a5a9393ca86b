export const USAGE = `Connects shops to Puente, and controls them.

  npm run stores -- list
  npm run stores -- show --id SHOP
  npm run stores -- add --id SHOP --name "NAME" --secret-key sk_... --webhook-secret SECRET
                    [--notify-url https://shop/puente] [--orders-url https://shop/puente/orders]
                    [--publishable-key pk_...]
                    [--locale es|en] [--policy JSON] [--force]
                    [--replace [--yes]] [--previous-secret-until TIME]
  npm run stores -- add --platform woocommerce --id SHOP --site https://shop
                    --consumer-key ck_... --consumer-secret cs_...
                    --secret-key sk_... --webhook-secret SECRET [...]
  npm run stores -- add --platform shopify --id SHOP --shop shop.myshopify.com
                    --client-id ID --client-secret SECRET
                    --secret-key sk_... --webhook-secret SECRET [...]

  npm run stores -- app --shop shop.myshopify.com [--client-id ID --client-secret SECRET] [--out DIR]
  npm run stores -- app --fleet FILE [--id SHOP] [--out DIR]

  npm run stores -- update --id SHOP [--name "NAME"] [--locale es|en] [--notify-url URL]
                    [--orders-url URL] [--secret-key sk_... [--force]] [--publishable-key pk_...]
                    [--webhook-secret SECRET] [--previous-secret-until TIME] [--policy JSON]
                    [--add-payment-method "NAME"]
  npm run stores -- policy --id SHOP [--policy JSON]

  npm run stores -- keys --id SHOP
  npm run stores -- keys create --id SHOP --name "NAME" [--expires TIME]
  npm run stores -- keys revoke KEY_ID
  npm run stores -- rotate api-key --id SHOP [--key KEY_ID] [--until TIME] [--expires TIME]
  npm run stores -- rotate notify-secret --id SHOP [--until TIME]
  npm run stores -- rotate webhook-secret --id SHOP --webhook-secret SECRET [--until TIME]

  npm run stores -- disable --id SHOP
  npm run stores -- enable --id SHOP
  npm run stores -- remove --id SHOP [--yes] [--force]

  A secret (--secret-key, --webhook-secret, --consumer-key, --consumer-secret, --client-secret) is
  visible to others of this machine as an argument. Instead:
    --secret-key-file PATH   reads it from a file
    --secret-key -           reads it from standard input; several are a line each, in the order above
    PUENTE_SECRET_KEY, PUENTE_WEBHOOK_SECRET, PUENTE_CONSUMER_KEY, PUENTE_CONSUMER_SECRET,
    PUENTE_CLIENT_SECRET     in the environment ("add" and "rotate webhook-secret")

  update            changes what is named and nothing else; '--notify-url ""' takes an address away,
                    --policy changes the decisions that are in it (null: back to the default). A
                    test shop stays one: connect a second shop for live payments
  rotate            keeps the old and the new one valid until a time; without --until, for a day. The
                    webhook secret is the one that the gateway's portal shows; of several API keys,
                    --key names the one to replace
  disable           refuses the shop's API calls and takes no payments on its pay links; the gateway's
                    webhooks are still taken, and what is under way goes on
  remove            of a shop that is disabled: deletes its keys, secrets and addresses, keeps its
                    orders and payments. Refuses while money is under way, unless --force insists

  --id              short name: lower-case letters, digits, hyphens; part of the webhook address
  --secret-key      the gateway's secret key; sk_test_ or sk_live_ decides the environment. One that
                    the gateway refuses is not taken, unless --force insists
  --webhook-secret  the signing secret that the gateway's portal shows for the endpoint
  --notify-url      where the shop is told that an order is paid, failed, expired
  --orders-url      where the shop says how its orders stand, so that they are compared as well
                    (docs/reconciliation.md)
  --publishable-key for card fields: on the shop's own page, or on Puente's card page
  --policy          what differs from the defaults, such as '{"on_conflict": "refund"}', or
                    '{"checkout_mode": "card_page"}' for Puente's card page instead of the gateway's
                    checkout (needs --publishable-key and a PUBLIC_URL with https); all of them
                    are in docs/payments.md. "policy" shows what a shop has decided, or replaces it
  --add-payment-method
                    one more manual payment method of a Shopify shop that Puente is to take, as the
                    shop calls it; those that there are stay
  --replace         connect a shop of that id anew, with all that is given and nothing else: it gets
                    a new API key, or a new pairing code. Says what dies, and asks
  --yes             do what would be asked about
  --previous-secret-until
                    until when the webhook secret that is replaced goes on verifying, such as
                    2030-01-31T18:00:00-06:00; without it, for a day
  --platform woocommerce
                    a WooCommerce shop with Puente's plugin: prints the pairing code for the plugin's
                    settings. Not needed where its merchant presses "Connect" there
  --site            the address of the WooCommerce shop
  --consumer-key, --consumer-secret
                    REST keys that may read and write, of WooCommerce > Settings > Advanced
  --platform shopify
                    a Shopify shop with an app of its own, made in the Dev Dashboard for this one
                    shop. Not needed where a merchant installs the app of this installation
  app               makes the own app of a Shopify shop: says each click, writes the app's toml and tries
                    its credentials; run it again as often as you like
  --fleet           a JSON file of several such shops: {"shops": [{"shop": "cafe.myshopify.com",
                    "id": "cafe", "client_id": "…", "client_secret_file": "cafe.secret"}, …]}
  --out             the folder of the tomls; without it, the one that you are in
  --shop            the name that Shopify gave the shop, such as cafe.myshopify.com
  --client-id, --client-secret
                    those of the shop's app`
