<?php
/**
 * Where a saved card belongs.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * The gateway keeps a card for one account, in test or live, and so for one store at Puente. A site that
 * is connected to another store, be it for an hour, can neither charge such a card nor delete it. Two
 * Puentes may have a store of the same name, so the name of the Puente belongs to it, once it is known.
 */
class Puente_Card_Home {

	const META = 'puente_store';

	/**
	 * The home of cards that are saved now.
	 *
	 * @return string|null `null` when nothing is connected here.
	 */
	public static function current() {
		$pairing = Puente_Pairings::current();
		return $pairing ? self::of( $pairing ) : null;
	}

	/**
	 * The home of the cards of a pairing.
	 *
	 * @param Puente_Pairing $pairing The one that is kept.
	 * @return string The id of the store, and with it that of its Puente if that has said its own.
	 */
	public static function of( Puente_Pairing $pairing ) {
		$installation = Puente_Facts::installation_of( $pairing->store_id );
		return $pairing->store_id . ( '' === $installation ? '' : '@' . $installation );
	}

	/**
	 * The home of a token's card.
	 *
	 * @param WC_Payment_Token $token The token.
	 * @return string Empty for one of an older version: it belongs to the store that is connected.
	 */
	public static function of_token( $token ) {
		return (string) $token->get_meta( self::META );
	}

	/**
	 * Whether a token's card is one of the store that is connected now.
	 *
	 * @param WC_Payment_Token $token The token.
	 * @return bool
	 */
	public static function is_here( $token ) {
		$here = self::current();
		return null !== $here && self::are_same( self::of_token( $token ), $here );
	}

	/**
	 * Whether two homes are one.
	 *
	 * @param string $one   A home, or an empty text.
	 * @param string $other Another.
	 * @return bool
	 */
	public static function are_same( $one, $other ) {
		if ( '' === $one || '' === $other ) {
			return true;
		}
		list( $store, $installation )             = explode( '@', $one . '@' );
		list( $other_store, $other_installation ) = explode( '@', $other . '@' );
		$is_one_puente                            = '' === $installation || '' === $other_installation || $installation === $other_installation;
		return $store === $other_store && $is_one_puente;
	}
}
