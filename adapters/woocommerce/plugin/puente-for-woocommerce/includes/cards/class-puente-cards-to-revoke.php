<?php
/**
 * Queue of cards to revoke.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * One options row per card, because customers delete concurrently; the card's store removes it
 * after the revocation.
 */
class Puente_Cards_To_Revoke {

	const PREFIX = 'puente_revoke_';

	/**
	 * Adds a card.
	 *
	 * @param string $card_id Gateway's reference.
	 * @param string $home    As Puente_Card_Home names it.
	 */
	public static function add( $card_id, $home ) {
		$row = array(
			'card'  => $card_id,
			'home'  => $home,
			'since' => time(),
		);
		update_option( self::name_of( $card_id ), $row, false );
	}

	/**
	 * Removes a card.
	 *
	 * @param string $card_id Gateway's reference.
	 */
	public static function remove( $card_id ) {
		delete_option( self::name_of( $card_id ) );
	}

	/**
	 * Clears the queue; a copied site's belongs to the original.
	 */
	public static function forget() {
		foreach ( self::all() as $row ) {
			self::remove( $row['card'] );
		}
	}

	/**
	 * Returns the queue.
	 *
	 * @return array[] Each with `card`, `home` and `since`.
	 */
	public static function all() {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Finds options by prefix, which WordPress cannot.
		$names = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE %s", $wpdb->esc_like( self::PREFIX ) . '%' ) );
		return array_filter( array_map( 'get_option', $names ), 'is_array' );
	}

	/**
	 * Returns cards that the connected store can revoke.
	 *
	 * @return string[] Ids of cards.
	 */
	public static function here() {
		$here = Puente_Card_Home::current();
		return null === $here ? array() : wp_list_pluck(
			array_filter(
				self::all(),
				static function ( $row ) use ( $here ) {
					return Puente_Card_Home::are_same( $row['home'], $here );
				}
			),
			'card'
		);
	}

	/**
	 * Describes cards that stay at the gateway unless the merchant acts.
	 *
	 * @return string[] Per store.
	 */
	public static function words() {
		$here  = Puente_Card_Home::current();
		$cards = array();
		foreach ( Puente_Pairings::is_elsewhere() ? array() : self::all() as $row ) {
			$is_here = null !== $here && Puente_Card_Home::are_same( $row['home'], $here );
			if ( ! $is_here || $row['since'] < time() - DAY_IN_SECONDS ) {
				$cards[ strtok( $row['home'] . '@', '@' ) ][] = $row['card'];
			}
		}
		$words = array();
		foreach ( $cards as $store => $of_store ) {
			/* translators: 1: the id of a store, 2: a number */
			$words[] = sprintf( __( 'Cards of the store %1$s that customers deleted here and the gateway still keeps: %2$d. The plugin deletes them there once this site is connected to that store and Puente responds.', 'puente-for-woocommerce' ), $store, count( $of_store ) );
		}
		return $words;
	}

	/**
	 * Returns the option name of a card.
	 *
	 * @param string $card_id Gateway's reference.
	 */
	private static function name_of( $card_id ) {
		return self::PREFIX . substr( hash( 'sha256', $card_id ), 0, 40 );
	}
}
