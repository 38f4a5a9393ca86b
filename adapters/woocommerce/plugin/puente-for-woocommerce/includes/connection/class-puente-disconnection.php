<?php
/**
 * Disconnection.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Notifies Puente, removes its webhooks and revokes the keys that connecting created, once orders
 * in progress end.
 */
class Puente_Disconnection {

	const WEBHOOKS = array( 'Puente %: order.%', '%/webhooks/woocommerce/%' );
	// WooCommerce's description of an app's keys.
	const KEYS = 'Puente - API (%';
	// Suffixes of keys with which Puente still follows orders.
	const USED = 'puente_keys_used';

	/**
	 * Revokes deleted cards first, which is impossible afterwards. Skips a copied site: its
	 * original stays connected.
	 *
	 * @param int $seconds Timeout; Puente calls this site meanwhile.
	 * @return Puente_Answer|null `null` if not connected.
	 */
	public static function notify( $seconds = 50 ) {
		Puente_Card_Revocation::carry_out_once();
		$client = Puente_Client::current();
		return $client ? $client->call(
			'POST',
			'/v1/woocommerce/disconnection',
			null,
			array(
				'timeoutSeconds' => $seconds,
				'expects'        => array( 'id' ),
			)
		) : null;
	}

	/**
	 * Removes Puente's webhooks, in case it cannot reach the site.
	 */
	public static function remove_webhooks() {
		global $wpdb;
		list( $name, $address ) = self::WEBHOOKS;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WooCommerce finds webhooks by any word of their name, ten at a time.
		$ids = $wpdb->get_col( $wpdb->prepare( "SELECT webhook_id FROM {$wpdb->prefix}wc_webhooks WHERE name LIKE %s AND delivery_url LIKE %s", $name, $address ) );
		foreach ( $ids as $id ) {
			$webhook = wc_get_webhook( (int) $id );
			if ( $webhook ) {
				$webhook->delete( true );
			}
		}
	}

	/**
	 * Returns whether an earlier notification succeeded, but its response was lost.
	 *
	 * @param Puente_Answer $answer Puente's answer.
	 */
	private static function is_forgotten( Puente_Answer $answer ) {
		return $answer->is_refusal() && 'unknown_store' === $answer->code();
	}

	/**
	 * Keeps keys with which Puente still follows orders. Works without WooCommerce.
	 */
	public static function revoke_made_keys() {
		global $wpdb;
		$table = $wpdb->prefix . 'woocommerce_api_keys';
		// phpcs:disable WordPress.DB.DirectDatabaseQuery -- WooCommerce has no function for it.
		$keys = $wpdb->get_col( $wpdb->prepare( 'SELECT truncated_key FROM %i WHERE description LIKE %s', $table, self::KEYS ) );
		foreach ( array_diff( $keys, (array) get_option( self::USED, array() ) ) as $key ) {
			$wpdb->query( $wpdb->prepare( 'DELETE FROM %i WHERE truncated_key = %s AND description LIKE %s', $table, $key, self::KEYS ) );
		}
		// phpcs:enable
	}

	/**
	 * Revokes keys that connecting created and Puente has forgotten.
	 *
	 * @param Puente_Answer $answer Puente's answer.
	 * @return string[] Suffixes of others: in use, or manual.
	 */
	public static function revoke_keys( Puente_Answer $answer ) {
		global $wpdb;
		$left = array();
		$used = array();
		if ( self::is_forgotten( $answer ) ) {
			self::revoke_made_keys();
			return $left;
		}
		foreach ( self::keys_of( $answer ) as $end => $is_forgotten ) {
			$is_revoked = $is_forgotten && $wpdb->query( // phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WooCommerce has no function for it.
				$wpdb->prepare( "DELETE FROM {$wpdb->prefix}woocommerce_api_keys WHERE truncated_key = %s AND description LIKE %s", $end, self::KEYS )
			);
			if ( ! $is_revoked ) {
				$left[] = (string) $end;
			}
			if ( ! $is_forgotten ) {
				$used[] = (string) $end;
			}
		}
		update_option( self::USED, $used, false );
		return $left;
	}

	/**
	 * Describes the outcome to the merchant.
	 *
	 * @param Puente_Answer|null $answer Puente's answer, if any.
	 * @param string[]           $keys   Suffixes of the remaining keys.
	 */
	public static function words( $answer, array $keys ) {
		if ( ! $answer ) {
			return __( 'The original shop stays connected.', 'puente-for-woocommerce' );
		}
		if ( self::is_forgotten( $answer ) ) {
			return __( 'Puente no longer recognizes this site, so it has no access to your orders. If you gave it a key that you created, you can delete that key: WooCommerce → Settings → Advanced → REST API.', 'puente-for-woocommerce' );
		}
		if ( ! $answer->is_fine() ) {
			return __( 'Puente could not be notified and keeps its access to your orders. When no order waits for a payment or a refund, delete the key that you gave it: WooCommerce → Settings → Advanced → REST API.', 'puente-for-woocommerce' );
		}
		if ( ! self::keys_of( $answer ) ) {
			return __( 'Puente keeps its access for the new connection, which is not in use here yet.', 'puente-for-woocommerce' );
		}
		$words = array();
		$open  = isset( $answer->body['open_orders'] ) ? (int) $answer->body['open_orders'] : 0;
		if ( $open > 0 ) {
			/* translators: %d: a number */
			$words[] = sprintf( __( 'Orders that still wait for a payment or a refund: %d. Puente follows them to the end, then deletes its access.', 'puente-for-woocommerce' ), $open );
		}
		if ( $keys ) {
			$where = $open > 0
				/* translators: %s: the last letters of a key */
				? __( 'After that, delete the key that ends in %s: WooCommerce → Settings → Advanced → REST API.', 'puente-for-woocommerce' )
				/* translators: %s: the last letters of a key */
				: __( 'Delete the key that ends in %s, unless something else uses it: WooCommerce → Settings → Advanced → REST API.', 'puente-for-woocommerce' );
			$words[] = sprintf( $where, implode( ', ', $keys ) );
		} elseif ( 0 === $open ) {
			$words[] = __( 'Puente no longer has access to your orders.', 'puente-for-woocommerce' );
		}
		return implode( ' ', $words );
	}

	/**
	 * Returns the keys in Puente's answer.
	 *
	 * @param Puente_Answer $answer Puente's answer.
	 * @return bool[] By suffix: whether forgotten.
	 */
	private static function keys_of( Puente_Answer $answer ) {
		$keys = array();
		foreach ( isset( $answer->body['keys'] ) && is_array( $answer->body['keys'] ) ? $answer->body['keys'] : array() as $key ) {
			if ( isset( $key['ends_with'], $key['is_forgotten'] ) && is_string( $key['ends_with'] ) && preg_match( '/^[A-Za-z0-9]{7}$/D', $key['ends_with'] ) ) {
				// The test and the live store of a site may share a key, which one of them still uses.
				$is_free                   = ! isset( $keys[ $key['ends_with'] ] ) || $keys[ $key['ends_with'] ];
				$keys[ $key['ends_with'] ] = $is_free && true === $key['is_forgotten'];
			}
		}
		return $keys;
	}
}
