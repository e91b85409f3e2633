<?php
// What a client that openapi-generator made in PHP does: create, page, order, read the feed, verify a webhook.
require 'GuzzleHttp/autoload.php';
spl_autoload_register(function ($name) {
    $file = getenv('CLIENT') . '/lib/' . strtr(substr($name, strlen('OpenAPI\\Client\\')), '\\', '/') . '.php';
    if (str_starts_with($name, 'OpenAPI\\Client\\') && is_file($file)) require $file;
});

use OpenAPI\Client\{Api\EventsApi, Api\OrdersApi, Api\PetsApi, Api\PhotosApi, ApiException, Configuration, ObjectSerializer};
use OpenAPI\Client\Model\{NewPetWithProfile, NewProfile, OrderInput, OrderPlacedEvent, PetUpdatedEvent, PriceInput, WebhookPingMessage};

$config = (new Configuration())->setHost(getenv('BASE_URL'))->setAccessToken(getenv('API_KEY'));
$http = new GuzzleHttp\Client();
$pets = new PetsApi($http, $config);

$price = new PriceInput(['amount' => 15000, 'currency' => 'EUR']);
$profile = new NewProfile(['breed' => 'Beagle', 'price' => $price]);
$rex = $pets->createPet(new NewPetWithProfile(['name' => 'Rex', 'category_id' => 2 ** 53 + 1, 'profile' => $profile]), 'rex-1');
$mia = $pets->createPet(new NewPetWithProfile(['name' => 'Mia', 'category_id' => 7]));
(new PhotosApi($http, $config))->addPhoto($rex->getId(), getenv('PHOTO'), 'Rex');

$whole = $pets->listPets(include: ['profile', 'photos', 'quantity', 'createdAt'])[0];
$known = $whole->getProfile();
$isDated = $whole->getCreatedAt() instanceof DateTime ? 'true' : 'false';
echo "{$known->getBreed()} {$known->getPrice()->getAmount()} ", count($whole->getPhotos()), " {$whole->getQuantity()} $isDated\n";

[$first, , $headers] = $pets->listPetsWithHttpInfo(1);
preg_match('/cursor=([^>]+)>/', $headers['Link'][0], $link);
$second = $pets->listPets(1, $link[1]);
echo "{$rex->getCategoryId()} {$first[0]->getName()} {$second[0]->getName()}\n";

$order = (new OrdersApi($http, $config))->placeOrder(new OrderInput(['pet_id' => $rex->getId()]));
echo "{$order->getPetId()} {$order->getQuantity()} ", $order->getComplete() ? 'true' : 'false', "\n";

// The client does not tell the types of events apart: the program does.
$types = ['order.placed' => OrderPlacedEvent::class, 'pet.updated' => PetUpdatedEvent::class];
$request = (new EventsApi($http, $config))->listEventsRequest(types: array_keys($types));
foreach (json_decode($http->send($request)->getBody()) as $sent) {
    $event = ObjectSerializer::deserialize($sent, $types[$sent->type]);
    if ($sent->type === 'order.placed') echo "placed {$event->getData()->getId()}\n";
    else echo "{$event->getPrevious()->getStatus()} -> {$event->getData()->getStatus()}\n";
}

$pets->deletePet($mia->getId());
try {
    $pets->getPet($mia->getId());
} catch (ApiException $error) {
    echo $error->getResponseObject()->getCode(), "\n";
}

/** Whether a message was signed with a secret. Its time is not checked here. */
function isGenuine(string $body): bool
{
    $key = base64_decode(substr(getenv('SECRET'), strlen('whsec_')));
    $signed = getenv('WEBHOOK_ID') . '.' . getenv('WEBHOOK_TIMESTAMP') . '.' . $body;
    $signature = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', getenv('WEBHOOK_SIGNATURE')) as $given) if (hash_equals($signature, $given)) return true;
    return false;
}

echo isGenuine(getenv('BODY')) ? 'true' : 'false', ' ', isGenuine('{}') ? 'true' : 'false', "\n";
$message = ObjectSerializer::deserialize(json_decode(getenv('BODY')), WebhookPingMessage::class);
echo $message->getData()->getWebhookId(), "\n";
